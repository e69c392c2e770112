// A visitor made of lambdas. Every visit in pschema is exhaustive: no lambda takes `auto` as a catch-all.
#pragma once

namespace pschema {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace pschema

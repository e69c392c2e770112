#include "cli/arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>

#include "base/diagnostic.h"
#include "base/overloaded.h"
#include "cli/exit_codes.h"
#include "cli/option_names.h"

namespace pschema {
namespace {

const std::map<std::string, Format> kFormats{
    {"text", Format::text}, {"json", Format::json}, {"github", Format::github}, {"sarif", Format::sarif}};

Answered usage_fault(const std::string& what, std::string_view word, const std::vector<std::string>& known,
                     const std::string& command) {
  const std::vector<std::string_view> views(known.begin(), known.end());
  const std::string_view near = nearest(word, views);
  return {fmt::format("pschema: {}{}\nsee `pschema {}--help`\n", what,
                      near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near),
                      command.empty() ? command : command + " "),
          kExitUsage};
}

/// What is wrong with a value; empty where nothing is.
std::string value_fault(const std::vector<std::string>& choices, const std::string& value) {
  if (choices.empty() || std::find(choices.begin(), choices.end(), value) != choices.end()) return {};
  const std::string_view near = nearest(value, {choices.begin(), choices.end()});
  return fmt::format("`{}` is not {}{}", value, one_of(choices),
                     near.empty() ? "" : fmt::format("; did you mean `{}`?", near));
}

std::string number_fault(const std::string& text) {
  constexpr std::size_t kDigits = 9;
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (digits && text.size() <= kDigits) return {};
  return fmt::format("`{}` is not a whole number from 0 to 999999999", text);
}

/// An empty variable of a script must not pass for an option that was left out.
std::string emptiness(const std::string& value) { return value.empty() ? "its value is empty" : std::string(); }

CLI::Option* add(CLI::App& app, const Option& o) {
  const std::string help = help_of(o);
  CLI::Option* option =
      std::visit(Overloaded{
                     [&](bool* into) { return app.add_flag(o.names, *into, help); },
                     [&](std::string* into) {
                       CLI::Option* text = app.add_option(o.names, *into, help);
                       return into->empty() ? text : text->capture_default_str();
                     },
                     [&](std::int64_t* into) {
                       return app.add_option(o.names, *into, help)->capture_default_str()->check(number_fault);
                     },
                     [&](std::vector<std::string>* into) {
                       CLI::Option* list = app.add_option(o.names, *into, help);
                       return o.value.empty() ? list : list->expected(1)->take_all();
                     },
                     [&](Format* into) {
                       return app
                           .add_option_function<std::string>(
                               o.names, [into](const std::string& text) { *into = kFormats.at(text); }, help)
                           ->default_str("text");
                     },
                 },
                 o.into);
  option->type_name(o.value);
  if (!is_switch(o)) option->check(emptiness);
  if (!o.choices.empty())
    option->check([choices = o.choices](const std::string& v) { return value_fault(choices, v); });
  return option->required(o.required && o.setting.empty());
}

void define(CLI::App& app, const Usage& usage) {
  CLI::App* command = app.add_subcommand(usage.name, usage.summary);
  command->group(usage.hidden ? "" : "Commands");
  std::map<std::string, CLI::Option*> by_name;
  for (const Option& o : usage.arguments) add(*command, o);
  for (const Option& o : usage.options) by_name[o.names] = add(*command, o);
  for (const Option& o : usage.options) {
    for (const std::string& other : o.excludes) {
      if (by_name.count(other) > 0) by_name.at(o.names)->excludes(by_name.at(other));
    }
  }
  command->footer((usage.details.empty() ? "" : usage.details + "\n\n") + "Example: " + usage.example);
}

std::vector<std::string> option_names(const Usage& usage) {
  std::vector<std::string> names{"--help"};
  for (const Option& o : usage.options) {
    for (std::string& name : names_of(o)) names.push_back(std::move(name));
  }
  return names;
}

/// The first argument that looks like an option of the command and is none; what follows `--` is none.
std::string unknown_option(int argc, const char* const* argv, const std::vector<std::string>& known) {
  for (int i = 2; i < argc && std::string(argv[i]) != "--"; ++i) {
    const std::string word = std::string(argv[i]).substr(0, std::string(argv[i]).find('='));
    if (word.rfind("--", 0) == 0 && std::find(known.begin(), known.end(), word) == known.end()) return word;
  }
  return {};
}

const Usage* command_named(const std::vector<Usage>& commands, std::string_view name) {
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const Usage& u) { return u.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

/// The parser begins a sentence with a capital; the names of arguments are in capitals.
std::string lower_first(std::string text) {
  const auto is_capital = [&](std::size_t i) { return i < text.size() && text[i] >= 'A' && text[i] <= 'Z'; };
  if (is_capital(0) && !is_capital(1)) text[0] = static_cast<char>(text[0] - 'A' + 'a');
  return text;
}

Answered fault_of(const Usage* command, const std::string& what, int argc, const char* const* argv) {
  if (!command) {
    const std::string first = argc < 2 ? "" : argv[1];
    if (first.empty()) return usage_fault("a command is required", "", {}, "");
    return usage_fault(fmt::format("`pschema` has no option `{}`", first), first, {"--help", "--version"}, "");
  }
  const std::vector<std::string> names = option_names(*command);
  const std::string word = unknown_option(argc, argv, names);
  if (!word.empty()) {
    return usage_fault(fmt::format("`pschema {}` has no option `{}`", command->name, word), word, names,
                       command->name);
  }
  return usage_fault(lower_first(what), "", {}, command->name);
}

std::set<std::string> given(const CLI::App& parser, const Usage& usage) {
  std::set<std::string> names;
  const auto look = [&](const Option& o) {
    if (parser.get_option(names_of(o).back())->count() > 0) names.insert(o.names);
  };
  std::for_each(usage.arguments.begin(), usage.arguments.end(), look);
  std::for_each(usage.options.begin(), usage.options.end(), look);
  return names;
}

}  // namespace

std::variant<Parsed, Answered> parse_arguments(const std::vector<Usage>& commands, int argc,
                                               const char* const* argv) {
  CLI::App app("pschema: declarative migrations for PostgreSQL partitions", "pschema");
  app.set_version_flag("--version", std::string("pschema ") + PSCHEMA_VERSION);
  app.require_subcommand(1);
  app.get_formatter()->label("SUBCOMMAND", "COMMAND");
  app.get_formatter()->label("Positionals", "Arguments");
  app.get_formatter()->label("REQUIRED", "(required)");
  app.footer("`pschema help COMMAND` says more of one; `pschema manual` is the man page.");
  for (const Usage& usage : commands) define(app, usage);
  std::vector<const char*> words(argv, argv + argc);
  // `pschema help plan` is what `pschema plan --help` is.
  if (argc > 1 && std::string_view(argv[1]) == "help") {
    words.erase(words.begin() + 1);
    words.push_back("--help");
  }
  const std::string first = words.size() > 1 ? words[1] : "";
  const Usage* command = command_named(commands, first);
  if (!command && !first.empty() && first[0] != '-') {
    std::vector<std::string> names;
    for (const Usage& usage : commands) {
      if (!usage.hidden) names.push_back(usage.name);
    }
    return usage_fault(fmt::format("unknown command `{}`", first), first, names, "");
  }
  try {
    app.parse(static_cast<int>(words.size()), words.data());
    return Parsed{command, given(*app.get_subcommand(command->name), *command)};
  } catch (const CLI::CallForVersion&) {
    return Answered{"pschema " PSCHEMA_VERSION "\n", 0};
  } catch (const CLI::CallForHelp&) {
    for (const CLI::App* sub : app.get_subcommands()) return Answered{sub->help("pschema") + "\n", 0};
    return Answered{app.help() + "\n", 0};
  } catch (const CLI::ParseError& e) {
    return fault_of(command, e.what(), static_cast<int>(words.size()), words.data());
  }
}

}  // namespace pschema

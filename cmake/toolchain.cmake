# Flags that every target of ours is built with. Third-party headers come in as SYSTEM and are exempt.
add_library(pschema_flags INTERFACE)
target_compile_options(pschema_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual -Wcast-qual
  -Wformat=2 -Wimplicit-fallthrough -Wswitch -Wmissing-declarations
  $<$<BOOL:${PSCHEMA_WERROR}>:-Werror>)

# GCC 12 sees overlapping copies in "literal" + std::string where there are none (its bug 105651).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(pschema_flags INTERFACE -Wno-restrict)
endif()

# What newer Clangs warn of is not known here, and shall stop nobody who only wants to run the tests.
if(PSCHEMA_WERROR AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 15)
  target_compile_options(pschema_flags INTERFACE -Wno-error)
endif()

# Clang wants braces that C++ allows to leave out; GCC does not count them among -Wall of C++.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  target_compile_options(pschema_flags INTERFACE -Wno-missing-braces)
endif()

if(PSCHEMA_SANITIZE)
  add_compile_options(-fsanitize=${PSCHEMA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PSCHEMA_SANITIZE})
  # These four double the time of a build. AddressSanitizer sees the access that follows a null pointer anyway.
  add_compile_options(-fno-sanitize=null,alignment,object-size,vptr)
endif()

if(PSCHEMA_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)
endif()

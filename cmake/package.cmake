# The Debian package, by `cpack -G DEB` in a whole build; scripts/package makes it. And the documents that are installed.

# Messages and the man page name pages of docs/, so they come along.
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN decisions EXCLUDE)
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES cmake/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME pschema)
set(CPACK_PACKAGE_CONTACT "The pschema maintainers <maintainers@pschema.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "declarative migration compiler for PostgreSQL partitions")
set(CPACK_PACKAGE_DESCRIPTION
"A schema file says which partitions a table shall have and for how long. pschema compares it with a snapshot of the
database's catalog and writes ordered, idempotent SQL files, which are run by psql or by pschema itself.")
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION database)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The libraries come from the program itself. Time zones are read from the system's files.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS tzdata)
# `breaking --against` a commit; running a file by psql; names of zones such as US/Eastern, from Debian 13 on.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "git, postgresql-client, tzdata-legacy")
include(CPack)

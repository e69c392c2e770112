# pschema_layer(FOLDER SOURCES ... SEES ... USES ...)
#
# One library for the current folder, called pschema_FOLDER. Its headers are reached as "FOLDER/x.h" through an
# include root that holds this one folder and nothing else, so an include of a layer that is not listed under SEES
# does not compile. SEES: layers of ours. USES: third-party targets.
function(pschema_layer folder)
  cmake_parse_arguments(L "" "" "SOURCES;SEES;USES" ${ARGN})
  set(root ${CMAKE_BINARY_DIR}/include-roots/${folder})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${folder} SYMBOLIC)
  add_library(pschema_${folder} STATIC ${L_SOURCES})
  target_include_directories(pschema_${folder} PUBLIC ${root})
  target_link_libraries(pschema_${folder} PRIVATE pschema_flags)
  foreach(seen IN LISTS L_SEES)
    target_link_libraries(pschema_${folder} PUBLIC pschema_${seen})
  endforeach()
  foreach(used IN LISTS L_USES)
    target_link_libraries(pschema_${folder} PUBLIC ${used})
  endforeach()
endfunction()

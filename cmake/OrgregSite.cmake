# SPDX-License-Identifier: EUPL-1.2

# orgreg_site(TARGET): makes the pages of web/ and docs/guide, and embeds them. They are made again
# only if one of their sources changed.
function(orgreg_site target)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS
    ${CMAKE_SOURCE_DIR}/web/* ${CMAKE_SOURCE_DIR}/docs/guide/*.md)
  list(APPEND sources ${CMAKE_SOURCE_DIR}/docs/extensions.md ${CMAKE_SOURCE_DIR}/examples/follow.py)
  set(folder ${CMAKE_BINARY_DIR}/web)
  add_custom_command(
    OUTPUT ${folder}/site.bin ${folder}/site.tsv ${folder}/templates.bin ${folder}/templates.tsv
    COMMAND ${CMAKE_SOURCE_DIR}/web/build ${folder}
    DEPENDS ${sources} ${CMAKE_SOURCE_DIR}/script/npm
    VERBATIM COMMENT "Making the pages")
  orgreg_embed(${target} ${folder}/site.bin orgreg_site)
  orgreg_embed(${target} ${folder}/site.tsv orgreg_site_index)
  orgreg_embed(${target} ${folder}/templates.bin orgreg_templates)
  orgreg_embed(${target} ${folder}/templates.tsv orgreg_templates_index)
  orgreg_embed(${target} ${CMAKE_SOURCE_DIR}/web/texts/pages.tsv orgreg_page_texts)
endfunction()

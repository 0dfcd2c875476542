[[+search_filters]]

"""Each module measures one part: rows(bench) gives its lines as they are done."""

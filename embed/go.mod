module lowline

go 1.26.0

module lowline

go 1.24.0

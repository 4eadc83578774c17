module cachemark/driver

go 1.18

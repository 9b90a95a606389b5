import Missing

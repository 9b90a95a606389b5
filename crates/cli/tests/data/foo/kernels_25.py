import kernels

library = kernels.register(25)

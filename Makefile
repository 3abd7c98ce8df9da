# Builds the engine without the window, as testing frameworks such as OpenBench ask for it:
# `make EXE=NAME` leaves the program under that name. For everything else there is cargo.

EXE ?= tabia

.PHONY: engine
engine:
	cargo rustc --release --no-default-features --bin tabia -- --emit link=$(EXE)$(SUFFIX)

ifeq ($(OS),Windows_NT)
SUFFIX := $(if $(filter %.exe,$(EXE)),,.exe)
endif

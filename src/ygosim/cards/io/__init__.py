"""Readers and writers of the ecosystem's file formats."""

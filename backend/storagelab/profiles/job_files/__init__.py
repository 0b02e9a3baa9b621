"""Job files for fio or Vdbench, read as profiles: every word is checked, and none is passed on."""

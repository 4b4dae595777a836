// Lines of an event log (docs/events.md), as tensix-tlm diff-events reads them.
package tt_events_pkg;
  // A new log; what is written to it ends with close.
  function automatic int open(input string file);
    int log;
    log = $fopen(file, "w");
    if (log == 0) $fatal(1, "cannot write %s", file);
    $fdisplay(log, "{\"format\":\"tensix-tlm-events\",\"version\":1,\"data\":\"full\",\"writer\":\"monitors of testbench/cosim/sv\"}");
    return log;
  endfunction
  function automatic void close(input int log, input longint cycle);
    $fdisplay(log, "{\"end\":%0d}", cycle);
    $fclose(log);
  endfunction
endpackage

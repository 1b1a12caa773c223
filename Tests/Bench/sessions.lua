-- wrk asks for one page in the name of many sessions: wrk ... -s sessions.lua URL -- COOKIES THREADS
-- COOKIES is a file with a session's cookies on each line. wrk does not tell a script which connection it asks for, so
-- each thread takes the sessions of its own share in turn, of which there are as many as the thread has connections.
-- The last line that it prints: requests, seconds, bytes, errors.

local threads = 0 -- of those that are set up

function setup(thread)
  thread:set("number", threads)
  threads = threads + 1
end

function init(args)
  requests, turn = {}, 0
  local line = 0
  for cookies in io.lines(args[1]) do
    if line % tonumber(args[2]) == number then
      table.insert(requests, wrk.format("GET", nil, {Cookie = cookies, Host = "localhost"}))
    end
    line = line + 1
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary)
  local e = summary.errors
  io.write(string.format("%d %.6f %d %d\n", summary.requests, summary.duration / 1e6, summary.bytes,
    e.connect + e.read + e.write + e.timeout + e.status))
end

-- For wrk, a connection for each thread: uploads files that nobody has uploaded before, to `outlast serve` or to docker-registry.
--
--   wrk -t8 -c8 -s upload.lua URL -- outlast|registry SIZE FIRST DIGESTS [TOKEN]
--
-- DIGESTS has a line for each file: its digest. File N (counted from 0) is N in 12 digits, and then bytes `x`. This run begins with file FIRST; each
-- thread has 1,000 of them. The last line that is printed has the number of files that were stored.

local threads = {}

function setup(thread)
  thread:set("number", #threads)
  table.insert(threads, thread)
end

function init(arguments)
  kind, size, first = arguments[1], tonumber(arguments[2]), tonumber(arguments[3])
  token = arguments[5]
  digests = {}
  for line in io.lines(arguments[4]) do
    table.insert(digests, line)
  end
  filler = string.rep("x", size - 12)
  at, stored, refused = first + (number or 0) * 1000, 0, 0
  place = nil
end

local function body()
  return string.format("%012d", at) .. filler
end

function request()
  if kind == "outlast" then
    local headers = { ["Authorization"] = "Bearer " .. token }
    return wrk.format("PUT", "/v1/blobs/" .. digests[at + 1], headers, body())
  end
  if place == nil then
    return wrk.format("POST", "/v2/bench/blobs/uploads/", { ["Content-Length"] = "0" })
  end
  local mark = string.find(place, "?", 1, true) and "&" or "?"
  local headers = { ["Content-Type"] = "application/octet-stream" }
  return wrk.format("PUT", place .. mark .. "digest=" .. digests[at + 1], headers, body())
end

function response(status, headers)
  if kind == "registry" and place == nil and status == 202 then
    place = string.gsub(headers["Location"], "^https?://[^/]+", "")
    return
  end
  place = nil
  if status == 201 then
    stored = stored + 1
  else
    refused = refused + 1
  end
  at = at + 1
end

function done(summary)
  local all, wrong = 0, 0
  for _, thread in ipairs(threads) do
    all = all + thread:get("stored")
    wrong = wrong + thread:get("refused")
  end
  print(string.format("stored %d in %.6f s, refused %d", all, summary.duration / 1e6, wrong))
end

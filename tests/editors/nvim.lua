-- SPDX-License-Identifier: MIT
-- Runs in Neovim, with a model open that has a misspelt word. Each check calls
-- what a key would call, and looks at what the editor shows.

local buffer = vim.api.nvim_get_current_buf()

local function say(line)
  io.stdout:write("\n" .. line .. "\n")  -- messages may stand on the line
end

-- Waits until `found` returns something true.
local function check(what, found)
  local last
  local good = vim.wait(20000, function()
    local ran, value = pcall(found)
    last = value
    return ran and value
  end, 20)
  say((good and "ok      " or "FAILED  ") .. what ..
      (good and "" or ": " .. vim.inspect(last)))
end

local function lines()
  return vim.api.nvim_buf_get_lines(buffer, 0, -1, true)
end

local function text()
  return table.concat(lines(), "\n")
end

-- Puts the cursor on the n-th time that `word` stands in the text.
local function go(word, n, within)
  for number, line in ipairs(lines()) do
    local from = 1
    while true do
      local at = line:find(word, from, true)
      if not at then break end
      n = n - 1
      if n == 0 then
        vim.api.nvim_set_current_buf(buffer)
        vim.api.nvim_win_set_cursor(0, { number, at - 1 + (within or 0) })
        return
      end
      from = at + 1
    end
  end
  error("no " .. word)
end

-- What the floating window shows.
local function float()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      local shown = vim.api.nvim_win_get_buf(window)
      return table.concat(vim.api.nvim_buf_get_lines(shown, 0, -1, true), "\n")
    end
  end
  return ""
end

local function close_floats()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= "" then
      vim.api.nvim_win_close(window, true)
    end
  end
end

local function client()
  local first
  for _, one in pairs(vim.lsp.buf_get_clients(buffer)) do first = first or one end
  return first
end

-- Whoever is asked takes what begins so.
local wanted = ""
vim.ui.select = function(items, options, on_choice)
  for number, item in ipairs(items) do
    local shown = options.format_item and options.format_item(item) or
        tostring(item)
    if shown:find(wanted, 1, true) then return on_choice(item, number) end
  end
  on_choice(nil)
end

check("the file is one of ours", function() return vim.bo.filetype == "vicinal" end)
check("the server starts", function()
  return client() and client().initialized and client().name == "vicinal"
end)
check("a misspelt word is a diagnostic", function()
  local all = vim.diagnostic.get(buffer)
  return #all == 1 and all[1].message:find("hungri") and
      lines()[all[1].lnum + 1]:find("hungri") and all[1].source == "vicinal"
end)

go("hungri", 1)
wanted = "write 'hungry'"
vim.lsp.buf.code_action()
check("a quick fix mends it", function()
  return text():find("phase := hungry;", 1, true)
end)
check("and the diagnostic goes", function()
  return #vim.diagnostic.get(buffer) == 0
end)

go("hungry", 2)
vim.lsp.buf.hover()
check("hover shows the declaration", function()
  return float():find("constant of an enumeration of") and float():find("Phase")
      or error(float())
end)
close_floats()
go("exactly", 1)
vim.lsp.buf.hover()
check("hover shows what a word means", function()
  return float():find("exactly", 1, true) or error(float())
end)
close_floats()

go("exactly 1 e in token", 1, 15)
vim.lsp.buf.definition()
check("definition goes to the edges", function()
  local at = vim.api.nvim_win_get_cursor(0)
  return lines()[at[1]]:sub(at[2] + 1):find("^token%[n%]")
end)

go("left, right", 1)
vim.lsp.buf.references(nil)
check("references are listed", function()
  -- A declaration, a guard, an assignment, a connection; not a comment's word.
  return #vim.fn.getqflist() == 4
end)
vim.cmd("cclose")

go("left, right", 1)
vim.lsp.buf.document_highlight()
check("the same name is shown", function()
  for _, space in pairs(vim.api.nvim_get_namespaces()) do
    if #vim.api.nvim_buf_get_extmarks(buffer, space, 0, -1, {}) == 4 then
      return true
    end
  end
end)
vim.lsp.buf.clear_references()

local before = text()
go("phase", 1)
vim.lsp.buf.rename("right")
vim.wait(1000, function() return text() ~= before end, 20)
check("a name that is taken is refused", function() return text() == before end)
vim.lsp.buf.rename("mood")
check("another name is written everywhere", function()
  return text():find("var mood : Phase", 1, true) and
      text():find("i.mood == eating && j.mood == eating", 1, true) and
      not text():find("phase [:=]")
end)

go("i.mood", 1, 2)
local answers = vim.lsp.buf_request_sync(buffer, "textDocument/completion",
  vim.lsp.util.make_position_params(), 5000)
check("completion knows the members", function()
  local words = {}
  for _, answer in pairs(answers) do
    local items = vim.lsp.util.text_document_completion_list_to_complete_items(
      answer.result, "")
    for _, item in ipairs(items) do words[item.word] = true end
  end
  return words.mood and words.left and words.right and not words.Station
end)

check("the outline is listed", function()
  vim.lsp.buf.document_symbol()
  vim.wait(200)
  local names = {}
  for _, entry in ipairs(vim.fn.getqflist()) do names[entry.text] = true end
  for _, entry in ipairs(vim.fn.getloclist(0)) do names[entry.text] = true end
  for name in pairs(names) do
    if name:find("Station") then return true end
  end
end)
vim.cmd("silent! cclose | silent! lclose")
vim.api.nvim_set_current_win(vim.fn.bufwinid(buffer))

if vim.lsp.buf.formatting_sync then
  vim.lsp.buf.formatting_sync(nil, 5000)
else
  vim.lsp.buf.format({ timeout_ms = 5000 })
end
check("the layout is that of the language", function()
  return text():find("\n  node s[n] : Station;", 1, true)
end)

go("mutex", 3)
vim.lsp.codelens.refresh()
local function titles()
  local shown = {}
  for _, lens in ipairs(vim.lsp.codelens.get(buffer)) do
    table.insert(shown, lens.command.title)
  end
  return table.concat(shown, "|")
end
check("lenses are shown", function() return titles() == "prove|explore" end)
vim.cmd("/^invariant mutex")
wanted = "prove"
vim.lsp.codelens.run()
check("a lens proves", function()
  vim.lsp.codelens.refresh()
  return titles():find("^prove: proved for every n") or error(titles())
end)

go("process Station", 1, 8)
vim.lsp.buf.hover()
check("hover shows the invariant of a process", function()
  return float():find("a.mood == eating => b.mood != eating", 1, true) or
      error(float())
end)
close_floats()

local number = vim.fn.search("^invariant mutex")
vim.api.nvim_buf_set_lines(buffer, number - 1, -1, true,
  { "invariant never: forall i in s: i.mood == thinking;" })
check("lenses change with the text", function()
  vim.lsp.codelens.refresh()
  return titles() == "prove|explore" or error(titles())
end)
vim.api.nvim_win_set_cursor(0, { number, 0 })
wanted = "explore"
vim.lsp.codelens.run()
check("a violated property is a diagnostic", function()
  local all = vim.diagnostic.get(buffer)
  return all[1] and all[1].message:find("'never': violated", 1, true)
end)

check("words have colours", function()
  vim.cmd("syntax on")
  local number = vim.fn.search("^process Station")
  local group = vim.fn.synIDattr(vim.fn.synID(number, 1, 1), "name")
  return group == "vicinalTop" or error(group)
end)

if vim.fn.filereadable(vim.env.HOME .. "/.config/nvim/parser/vicinal.so") == 1 then
  check("tree-sitter colours the model", function()
    local tree = vim.treesitter.get_parser(buffer, "vicinal"):parse()[1]
    local get = vim.treesitter.query.get or vim.treesitter.query.get_query
    local query = get("vicinal", "highlights")
    local found = {}
    for id, node in query:iter_captures(tree:root(), buffer, 0, -1) do
      local from_line, from, to_line, to = node:range()
      if from_line == to_line then
        local word = vim.api.nvim_buf_get_lines(
          buffer, from_line, from_line + 1, true)[1]:sub(from + 1, to)
        found[word] = query.captures[id]
      end
    end
    return not tree:root():has_error() and found.process == "keyword" and
        found.Station == "type" and found.enter == "function" and
        found.eating and not found["error"] or error(vim.inspect(found))
  end)
end

local one = client()
vim.lsp.stop_client(one.id)
check("the server ends", function() return one.is_stopped() end)
if vim.v.errmsg ~= "" and not vim.v.errmsg:find("right") then
  say("FAILED  no error is left: " .. vim.v.errmsg)
end
say("done")
vim.cmd("qall!")

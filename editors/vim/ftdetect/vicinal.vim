" SPDX-License-Identifier: MIT
autocmd BufNewFile,BufRead *.vic setfiletype vicinal

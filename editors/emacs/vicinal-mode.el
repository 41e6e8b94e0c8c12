;;; vicinal-mode.el --- models of Vicinal  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Colours, comments and blocks of .vic files.  The rest comes from the language
;; server: (add-to-list 'eglot-server-programs '(vicinal-mode "vicinal" "lsp"))

;;; Code:

(defconst vicinal-mode-words
  '((font-lock-keyword-face "assert" "const" "ctl" "ctlstar" "def" "enum"
      "fair" "init" "invariant" "ltl" "network" "param" "process" "rank"
      "rule" "shared" "struct" "action" "port" "var" "connect" "edge" "node"
      "else" "for" "if" "pop" "push" "skip" "while" "any" "appearing"
      "color" "dynamic" "from" "global" "meanwhile" "of" "order" "priority"
      "set" "strong" "to" "vanishing" "via" "weak" "by" "when" "in" "inout"
      "out")
    (font-lock-type-face "bool" "id" "int" "queue")
    (font-lock-constant-face "atmost" "enabled" "exactly" "exists" "false"
      "forall" "none" "self" "then" "true")
    (font-lock-builtin-face "abs" "adjacent" "count" "empty" "full" "head"
      "index" "len" "max" "min" "peer" "pow" "same" "sum"))
  "Words of the language, behind the face that shows them.")

(defvar vicinal-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?_ "w" table)
    table)
  "Comments of both kinds; a name may have an underline.")

;;;###autoload
(define-derived-mode vicinal-mode prog-mode "Vicinal"
  "Major mode for models of Vicinal."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "//+ *\\|/\\*+ *")
  (setq-local indent-tabs-mode nil)
  (setq-local font-lock-defaults
              (list (mapcar (lambda (row)
                              (cons (regexp-opt (cdr row) 'words)
                                    (list 'quote (car row))))
                            vicinal-mode-words))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.vic\\'" . vicinal-mode))

(provide 'vicinal-mode)

;;; vicinal-mode.el ends here

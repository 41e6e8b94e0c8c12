;;; emacs.el --- what Emacs shows of a model  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Runs in Emacs without a screen, with a model open that has a misspelt word.
;; Each check calls what a key would call, and looks at what the buffer is then.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'flymake)
(require 'imenu)
(require 'xref)

(defun vicinal-say (&rest parts)
  "A line of the outcome, of PARTS."
  (princ (concat "\n" (apply #'concat parts) "\n") #'external-debugging-output))

(defun vicinal-check (what found)
  "Wait until FOUND returns something, which is WHAT is said."
  (let ((until (+ (float-time) 20)) last)
    (while (and (not (setq last (condition-case wrong (funcall found)
                                  (error (message "%S" wrong) nil))))
                (< (float-time) until))
      (accept-process-output nil 0.05))
    (vicinal-say (if last "ok      " "FAILED  ") what)))

(defun vicinal-go (word &optional n)
  "Put the cursor on the N-th WORD of the buffer."
  (goto-char (point-min))
  (let ((case-fold-search nil))
    (search-forward word nil nil (or n 1)))
  (goto-char (match-beginning 0)))

(defun vicinal-has (text)
  "Whether TEXT stands in the buffer."
  (let ((case-fold-search nil))
    (save-excursion (goto-char (point-min)) (search-forward text nil t))))

(defun vicinal-idle ()
  "What Eglot does when nobody types, for which there is no time here."
  (eglot--signal-textDocument/didChange))

(defun vicinal-messages ()
  "What is wrong with the buffer."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun vicinal-hover ()
  "What is said of the word here, or nil."
  (let (said)
    (eglot-hover-eldoc-function (lambda (text &rest _) (setq said text)))
    (let ((until (+ (float-time) 5)))
      (while (and (not said) (< (float-time) until))
        (accept-process-output nil 0.05)))
    (and said (format "%s" said))))

(defun vicinal-starts ()
  "The server, the diagnostic, and its fix."
  (vicinal-check "the file is one of ours"
                 (lambda () (eq major-mode 'vicinal-mode)))
  (call-interactively #'eglot)
  (vicinal-check "the server starts" #'eglot-current-server)
  (vicinal-check "a misspelt word is a diagnostic"
                 (lambda ()
                   (cl-some (lambda (text) (string-match-p "hungri" text))
                            (vicinal-messages))))
  (vicinal-go "hungri")
  (cl-letf (((symbol-function 'completing-read)
             (lambda (_ choices &rest _)
               (let ((first (car choices)))
                 (if (consp first) (car first) first)))))
    ;; Not asked for by the mouse, which would get a menu.
    (let ((last-nonmenu-event ?x))
      (eglot-code-actions (point) (+ (point) 6) nil t)))
  (vicinal-check "a quick fix mends it"
                 (lambda () (vicinal-has "phase := hungry;")))
  (vicinal-idle)
  (vicinal-check "and the diagnostic goes"
                 (lambda () (null (vicinal-messages)))))

(defun vicinal-reads ()
  "Hover, definition, references, completion, the outline."
  (vicinal-go "hungry" 2)
  (vicinal-check "hover shows the declaration"
                 (lambda ()
                   (string-match-p "constant of an enumeration" (vicinal-hover))))
  (vicinal-go "exactly 1")
  (vicinal-check "hover shows what a word means"
                 (lambda () (string-match-p "exactly" (vicinal-hover))))
  (vicinal-go "token: e")
  (call-interactively #'xref-find-definitions)
  (vicinal-check "definition goes to the edges"
                 (lambda () (looking-at-p "token\\[n\\] : bool")))
  (vicinal-go "left, right")
  (vicinal-check "references are found"
                 ;; A declaration, a guard, an assignment, a connection.
                 (lambda ()
                   (= 4 (length (xref-backend-references
                                 (xref-find-backend)
                                 (xref-backend-identifier-at-point
                                  (xref-find-backend)))))))
  (vicinal-go "i.phase")
  (forward-char 2)
  (vicinal-check "completion knows the members"
                 (lambda ()
                   (let* ((found (eglot-completion-at-point))
                          (words (all-completions "" (nth 2 found)))
                          (is (lambda (word)
                                (cl-some (lambda (w) (string= word (string-trim w)))
                                         words))))
                     (and (funcall is "phase") (funcall is "left")
                          (not (funcall is "Station"))))))
  (vicinal-check "the outline is listed"
                 (lambda ()
                   (string-match-p
                    "Station" (format "%S" (funcall imenu-create-index-function))))))

(defun vicinal-writes ()
  "Another name, the layout."
  (vicinal-go "phase : Phase")
  (vicinal-check "a name that is taken is refused"
                 (lambda ()
                   (condition-case wrong (progn (eglot-rename "right") nil)
                     (error (string-match-p "declared twice" (format "%S" wrong))))))
  (eglot-rename "mood")
  (vicinal-check "another name is written everywhere"
                 (lambda ()
                   (and (vicinal-has "var mood : Phase")
                        (vicinal-has "i.mood == eating && j.mood == eating")
                        (not (vicinal-has "phase :")))))
  (eglot-format-buffer)
  (vicinal-check "the layout is that of the language"
                 (lambda () (vicinal-has "\n  node s[n] : Station;"))))

(defun vicinal-decides ()
  "Runs of the server, by its commands."
  (let ((uri (eglot--path-to-uri buffer-file-name))
        said)
    (vicinal-check "the server proves"
                   (lambda ()
                     (setq said (jsonrpc-request
                                 (eglot-current-server) :workspace/executeCommand
                                 (list :command "vicinal.prove"
                                       :arguments (vector uri "mutex"))))
                     (string-match-p "proved for every n" (format "%S" said))))
    (vicinal-go "i != j =>")
    (delete-char (length "i != j =>"))
    (vicinal-idle)
    (vicinal-check "a violated property is a diagnostic"
                   (lambda ()
                     (jsonrpc-request
                      (eglot-current-server) :workspace/executeCommand
                      (list :command "vicinal.explore"
                            :arguments (vector uri "mutex")))
                     (cl-some (lambda (text)
                                (string-match-p "'mutex': violated" text))
                              (vicinal-messages))))))

(defun vicinal-shows ()
  "Colours and comments of the mode."
  (font-lock-ensure)
  (vicinal-go "process Station")
  (vicinal-check "words have colours"
                 (lambda () (eq (get-text-property (point) 'face)
                                'font-lock-keyword-face)))
  (vicinal-go "every n >= 2")
  (vicinal-check "comments have theirs"
                 (lambda () (eq (get-text-property (point) 'face)
                                'font-lock-comment-face))))

(defun vicinal-editor-test ()
  "All of it, in the buffer of the model."
  ;; Eglot shows nothing of a buffer that no window shows.
  (switch-to-buffer (cl-find-if #'buffer-file-name (buffer-list)))
  (vicinal-starts)
  (vicinal-reads)
  (vicinal-writes)
  (vicinal-decides)
  (vicinal-shows)
  (let ((process (jsonrpc--process (eglot-current-server))))
    (eglot-shutdown (eglot-current-server))
    (vicinal-check "the server ends"
                   (lambda () (not (process-live-p process)))))
  (set-buffer-modified-p nil)
  (vicinal-say "done"))

(provide 'emacs)

;;; emacs.el ends here

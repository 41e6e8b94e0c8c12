(set-logic QF_UFLIA)
(declare-fun |size n| () Int)
(assert (<= 1 |size n|))
; conclusion
(define-fun t7 () Bool (not (<= 0 |size n|)))
(assert t7)
(check-sat)

# SPDX-License-Identifier: MIT
# Draws what bench/scaling measured: lines "model n seconds-of-Spin seconds".
# Time grows upwards from a millisecond, in powers of ten.

function x(n) { return 70 + (n - 2) * 480 / (largest - 2) }

function y(s) {
  if (s < 0.001) s = 0.001
  return 330 - (log(s) / log(10) + 3) * 50
}

function text(at_x, at_y, more, what) {
  printf "<text x='%.1f' y='%.1f' %s>%s</text>\n", at_x, at_y, more, what
}

function path(d, more) {
  printf "<path d='%s' fill='none' %s/>\n", d, more
}

BEGIN {
  printf "<svg xmlns='http://www.w3.org/2000/svg' width='740' height='390' "
  print "font-family='sans-serif' font-size='13'>"
  print "<rect width='740' height='390' fill='white'/>"
  for (e = -3; e <= 3; ++e) {
    path(sprintf("M70 %d H550", y(10 ^ e)), "stroke='#ddd'")
    text(62, y(10 ^ e) + 4, "text-anchor='end'", 10 ^ e)
  }
  for (n = 2; n <= largest; n += 2) text(x(n), 350, "text-anchor='middle'", n)
  text(310, 376, "text-anchor='middle'", "n of the instance that Spin explores")
  text(0, 0, "transform='translate(16 180) rotate(-90)' text-anchor='middle'",
       "seconds of processor time")
  color["token-ring"] = "#1f6fb4"
  color["philosophers"] = "#c8501e"
}

{
  line[$1] = line[$1] sprintf("%s%.1f %.1f", line[$1] == "" ? "M" : " L",
                              x($2), y($3))
  spin[$1] = $3
  every[$1] = $4
}

END {
  for (m in line) {
    fill = "fill='" color[m] "'"
    stroke = "stroke-width='2' stroke='" color[m] "'"
    path(line[m], stroke)
    path(sprintf("M70 %.1f H550", y(every[m])),
         stroke " stroke-dasharray='6 4'")
    text(556, y(spin[m]) + 4, fill, "Spin, " m)
    # The two lines are near each other.
    text(556, y(every[m]) + (m == "token-ring" ? 14 : -2), fill,
         "every n, " m)
  }
  print "</svg>"
}

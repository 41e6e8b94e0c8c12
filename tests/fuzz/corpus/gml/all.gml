Creator "x" graph [ directed 1
 node [ id 1 label "a&quot;&#233;" graphics [ x 1.5 y [ z 2 ] ] color "red" ]
 node [ id 2 label "b" ] edge [ source 1 target 2 type "t" value -1e3 ]
 edge [ source 2 target 2 ] ]

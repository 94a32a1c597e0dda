import{N as a}from"./chunk-GYCJOOUT.js";import"./chunk-ZIP6CCKG.js";import"./chunk-HVTQBVF2.js";import"./chunk-DGNMLIN3.js";import"./chunk-VN2PCXOI.js";export{a as RecordsPage};

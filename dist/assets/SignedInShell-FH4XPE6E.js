import{f as a}from"./chunk-ZIP6CCKG.js";import"./chunk-DGNMLIN3.js";import"./chunk-VN2PCXOI.js";export{a as SignedInShell};

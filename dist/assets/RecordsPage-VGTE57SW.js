import{i as a}from"./chunk-VCTHJPO5.js";import"./chunk-KMJVN6KD.js";import"./chunk-YK6FSQCO.js";import"./chunk-YKL344X6.js";export{a as RecordsPage};

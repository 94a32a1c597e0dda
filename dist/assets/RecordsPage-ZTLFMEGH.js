import{i as a}from"./chunk-JC32WRU4.js";import"./chunk-KSD6QRJY.js";import"./chunk-4WHZHA7D.js";import"./chunk-G3K7Y3CH.js";export{a as RecordsPage};

import{a}from"./chunk-QKB64Q3N.js";import"./chunk-W3GAAKND.js";import"./chunk-JYY6D5QU.js";import"./chunk-YKL344X6.js";export{a as OAuth2ResultPage};

import{a}from"./chunk-K4VQISC6.js";import"./chunk-CZCZGK4I.js";import"./chunk-WX2IM2PA.js";import"./chunk-G3K7Y3CH.js";export{a as OAuth2ResultPage};

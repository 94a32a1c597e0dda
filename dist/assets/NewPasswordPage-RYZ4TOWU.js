import{a}from"./chunk-ZHMSLVGV.js";import"./chunk-WX2IM2PA.js";import"./chunk-KSD6QRJY.js";import"./chunk-4WHZHA7D.js";import"./chunk-G3K7Y3CH.js";export{a as NewPasswordPage};

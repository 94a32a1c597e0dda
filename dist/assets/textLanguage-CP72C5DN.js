import{p as r}from"./chunk-MDAFT75I.js";import{d as e}from"./chunk-VN2PCXOI.js";e();function C(o,t){return r(o,t)}export{C as createEditor};

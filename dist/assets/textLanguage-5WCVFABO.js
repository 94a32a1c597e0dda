import{c as r}from"./chunk-MXQXHTA5.js";import{f as e}from"./chunk-N2YKS54D.js";e();function C(o,t){return r(o,t)}export{C as createEditor};

import{c as r}from"./chunk-TAHOFAL7.js";import{f as e}from"./chunk-YKL344X6.js";e();function C(o,t){return r(o,t)}export{C as createEditor};

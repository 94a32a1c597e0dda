import{c as r}from"./chunk-24POMAVH.js";import{f as e}from"./chunk-G3K7Y3CH.js";e();function C(o,t){return r(o,t)}export{C as createEditor};

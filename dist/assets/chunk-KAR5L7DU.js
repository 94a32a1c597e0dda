import{Ka as o,f as e}from"./chunk-N2YKS54D.js";e();var n={name:"chevron-up",size:24,node:[["path",{d:"m18 15-6-6-6 6",key:"153udz"}]]};n.node;var c=o(n);export{c as a};

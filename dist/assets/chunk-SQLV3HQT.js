import{Ka as e,f as o}from"./chunk-N2YKS54D.js";o();var n={name:"chevron-down",size:24,node:[["path",{d:"m6 9 6 6 6-6",key:"qrunsl"}]]};n.node;var c=e(n);export{c as a};

import{d as o,na as e}from"./chunk-VN2PCXOI.js";o();var n={name:"chevron-down",size:24,node:[["path",{d:"m6 9 6 6 6-6",key:"qrunsl"}]]};n.node;var c=e(n);export{c as a};

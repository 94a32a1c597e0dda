import{d as a}from"./chunk-EON2NO6G.js";import"./chunk-JRDOVJVS.js";import"./chunk-MAFLCVEJ.js";import"./chunk-N2YKS54D.js";export{a as PasswordResetPage};

import{d as a}from"./chunk-GADP5NJO.js";import"./chunk-44U4J2KZ.js";import"./chunk-VN2PCXOI.js";export{a as PasswordResetPage};

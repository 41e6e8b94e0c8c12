// Before the script of a page: what goes wrong is noted.
var wrong = [];
window.addEventListener('error', function (e) { wrong.push(e.message); });
document.addEventListener('securitypolicyviolation', function (e) {
  wrong.push('asks for ' + e.blockedURI);
});

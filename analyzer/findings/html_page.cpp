#include "analyzer/findings/html_page.h"

namespace fporder::findings {

std::string_view htmlStyle() {
  return R"(
:root{color-scheme:light dark;--paper:#fbfaf7;--card:#fff;--ink:#1d1f23;--soft:#5a5f69;--line:#dcd9d1;--code:#f3f1ea;--warn:#a33205;--warnpaper:#fdeee5;
--remark:#1f5a94;--remarkpaper:#e8f1fa;--good:#19682f;--c0:#a33205;--c1:#1f5a94;--c2:#19682f;--c3:#7a3f9d;--c4:#7a5b00;--c5:#0b6e75}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){--paper:#16181c;--card:#1e2126;--ink:#e9e7e1;--soft:#a9adb6;--line:#353a42;--code:#24282e;
--warn:#ff9d6b;--warnpaper:#3a2318;--remark:#8fc1f2;--remarkpaper:#1b2c3e;--good:#86d69b;--c0:#ff9d6b;--c1:#8fc1f2;--c2:#86d69b;--c3:#d3a6f0;--c4:#e3c766;--c5:#74d3da}}
:root[data-theme=dark]{color-scheme:dark;--paper:#16181c;--card:#1e2126;--ink:#e9e7e1;--soft:#a9adb6;--line:#353a42;--code:#24282e;
--warn:#ff9d6b;--warnpaper:#3a2318;--remark:#8fc1f2;--remarkpaper:#1b2c3e;--good:#86d69b;--c0:#ff9d6b;--c1:#8fc1f2;--c2:#86d69b;--c3:#d3a6f0;--c4:#e3c766;--c5:#74d3da}
:root[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
header,main{max-width:1060px;margin:0 auto;padding:0 20px}
header{padding-top:28px;padding-bottom:8px;display:flex;flex-wrap:wrap;gap:8px 24px;align-items:baseline}
h1{font-size:22px;margin:0}h2{font-size:16px;margin:36px 0 10px;font-family:ui-monospace,monospace;overflow-wrap:anywhere}
h3{font-size:15px;margin:0;font-weight:600;overflow-wrap:anywhere}h4{font-size:13px;margin:18px 0 4px;color:var(--soft);font-weight:600}
header p{margin:0;color:var(--soft)}header button{margin-left:auto}
button{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:6px;padding:3px 10px;cursor:pointer}
:focus-visible{outline:2px solid var(--remark);outline-offset:2px}
a{color:var(--remark)}
.index{columns:2;column-gap:32px;list-style:none;margin:14px 0;padding:0}.index li{break-inside:avoid;margin:2px 0;overflow-wrap:anywhere}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:8px 8px 0 0;overflow-x:auto;font:13px/1.55 ui-monospace,monospace}
pre span{display:block;padding:0 12px;white-space:pre}pre span::before{content:attr(data-n);display:inline-block;width:4.5ch;margin-right:14px;color:var(--soft);text-align:right}
pre .warning{background:var(--warnpaper);box-shadow:inset 4px 0 var(--warn)}pre .remark{background:var(--remarkpaper);box-shadow:inset 4px 0 var(--remark)}
pre .gap{color:var(--soft)}mark{background:none;color:inherit;text-decoration:underline 2px;text-underline-offset:3px}
details.finding{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:10px 0}
details.finding[open]{padding-bottom:16px}
summary{cursor:pointer;padding:10px 16px;display:flex;gap:10px;align-items:baseline;flex-wrap:wrap}
.body{padding:0 16px}.badge{font-size:12px;font-weight:600;border-radius:99px;padding:1px 9px}
.badge.warning{background:var(--warnpaper);color:var(--warn)}.badge.remark{background:var(--remarkpaper);color:var(--remark)}
.where{color:var(--soft);font-family:ui-monospace,monospace;font-size:13px}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:14px;margin:6px 0;width:100%}
th,td{text-align:right;padding:4px 10px;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums;white-space:nowrap}
th:first-child,td:first-child{text-align:left;font-family:ui-monospace,monospace;font-size:13px;white-space:normal;min-width:240px;overflow-wrap:anywhere}
thead th{color:var(--soft);font-weight:600;font-family:inherit}tr.written td:first-child::after{content:" written";color:var(--soft);font-family:system-ui}
.key{display:inline-block;width:22px;height:0;border-top:3px solid;margin-right:8px;vertical-align:middle}
.sentences{margin:8px 0;padding-left:20px}.sentences li{margin:3px 0;overflow-wrap:anywhere}
.plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(280px,1fr));gap:12px;margin-top:12px}
figure{margin:0}figcaption{font-size:13px;color:var(--soft)}
svg{width:100%;height:auto;display:block}svg text{font:11px system-ui,sans-serif;fill:var(--soft)}svg .axis{font-size:12px}
.frame{fill:none;stroke:var(--soft)}.grid{stroke:var(--line);fill:none}.series{fill:none;stroke-width:2}
.dots{fill:none;stroke-width:3;stroke-linecap:round;opacity:.55}.point{stroke-width:2;fill:none}.point.front{fill:currentColor;fill-opacity:.25}
.s0{stroke:var(--c0);color:var(--c0)}.s1{stroke:var(--c1);color:var(--c1);stroke-dasharray:7 3}.s2{stroke:var(--c2);color:var(--c2);stroke-dasharray:2 3}
.s3{stroke:var(--c3);color:var(--c3);stroke-dasharray:10 3 2 3}.s4{stroke:var(--c4);color:var(--c4);stroke-dasharray:5 5}.s5{stroke:var(--c5);color:var(--c5);stroke-dasharray:1 5}
.dots,.point{stroke-dasharray:none}.key.s1,.key.s4{border-top-style:dashed}.key.s2,.key.s5{border-top-style:dotted}.key.s3{border-top-style:double}
.tree .edge{stroke:var(--soft);fill:none}.tree .operation{fill:var(--code);stroke:var(--soft)}.tree .symbol{font:15px ui-monospace,monospace;fill:var(--ink)}
.tree .leaf{font:12px ui-monospace,monospace;fill:var(--ink);paint-order:stroke;stroke:var(--card);stroke-width:5px}.tree .turn{fill:var(--warn);font-weight:700}.tree .operation.differs{stroke:var(--warn);stroke-width:3px}.tree .leaf.differs{text-decoration:underline}
footer{max-width:1060px;margin:40px auto;padding:0 20px;color:var(--soft);font-size:13px}
@media (max-width:640px){.index{columns:1}header button{margin-left:0}th:first-child,td:first-child{min-width:170px}}
@media print{header button{display:none}details.finding{break-inside:avoid}}
)";
}

std::string_view htmlScript() {
  return R"(
(function(){
var root=document.documentElement;
function dark(){return root.dataset.theme?root.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches}
function theme(){root.dataset.theme=dark()?'light':'dark'}
document.getElementById('theme').addEventListener('click',theme);
var all=[].slice.call(document.querySelectorAll('details.finding'));
function now(){return all.indexOf(document.activeElement.closest?document.activeElement.closest('details.finding'):null)}
function go(i){if(all[i]){var s=all[i].querySelector('summary');s.focus();s.scrollIntoView({block:'center'})}}
document.addEventListener('keydown',function(e){
 if(e.ctrlKey||e.metaKey||e.altKey)return;
 var i=now();
 if(e.key==='j')go(Math.min(i+1,all.length-1));else if(e.key==='k')go(Math.max(i-1,0));
 else if(e.key==='o'&&i>=0)all[i].open=!all[i].open;else if(e.key==='t')theme();});
function reveal(){var d=document.getElementById(location.hash.slice(1));if(d&&d.tagName==='DETAILS'){d.open=true;d.querySelector('summary').focus()}}
addEventListener('hashchange',reveal);reveal();
})();
)";
}

} // namespace fporder::findings

import { escapeHtml } from '../../apps/server/src/core/escape-html.ts'
import type { Shot } from './album.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif; }
body { margin: 0; }
header { position: sticky; top: 0; display: flex; flex-wrap: wrap; gap: 16px; align-items: center; padding: 12px 20px;
  background: Canvas; border-bottom: 1px solid GrayText; z-index: 1; }
h1 { font-size: 20px; margin: 0; }
label { display: inline-flex; gap: 8px; align-items: center; }
select, input { font: inherit; min-height: 36px; }
main { display: flex; flex-wrap: wrap; gap: 24px; padding: 20px; align-items: flex-start; }
figure { margin: 0; }
figcaption { max-width: 100%; padding-bottom: 6px; }
small { display: block; opacity: .75; }
b { color: #b3261e; display: block; max-width: 320px; }
a { display: block; max-height: 720px; overflow: hidden; border: 1px solid color-mix(in srgb, GrayText 40%, transparent); border-radius: 8px; }
img { display: block; width: 100%; background: color-mix(in srgb, GrayText 20%, transparent); }
[data-width="390"] { width: 260px; } [data-width="768"] { width: 400px; } [data-width="1280"] { width: 640px; }
`

const SCRIPT = `
const form = document.forms[0], list = [...document.querySelectorAll('figure')], count = document.querySelector('output')
const show = () => {
  const { width, theme, role, words } = Object.fromEntries(new FormData(form))
  let shown = 0
  for (const figure of list) {
    const is = (!width || figure.dataset.width === width) && (!theme || figure.dataset.theme === theme) &&
      (!role || figure.dataset.role === role) && figure.dataset.title.includes(words.toLowerCase())
    figure.hidden = !is
    shown += is
  }
  count.value = shown + ' pictures'
}
form.addEventListener('input', show)
show()
`

const options = (values: readonly (string | number)[], chosen: string | number = '') =>
  values
    .map(value => `<option${value === chosen ? ' selected' : ''}>${escapeHtml(String(value))}</option>`)
    .join('')

function figure(shot: Shot): string {
  const { file, title, role, widthPx, theme } = shot
  const wrong = shot.violations.map(one => `<b>${escapeHtml(one)}</b>`).join('')
  return `<figure data-width="${widthPx}" data-theme="${theme}" data-role="${role}" data-title="${escapeHtml(title.toLowerCase())}">
<figcaption>${escapeHtml(title)}<small>${role}, ${widthPx} px, ${theme}</small>${wrong}</figcaption>
<a href="${file}"><img src="${file}" loading="lazy" alt=""></a></figure>`
}

/** A static page that shows all screenshots, filtered by width, theme, role and words. */
export function indexPage(shots: readonly Shot[]): string {
  const distinct = <T>(of: (shot: Shot) => T) => [...new Set(shots.map(of))]
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Parley: every screen</title><style>${STYLE}</style>
<header><h1>Parley: every screen</h1><form style="display:contents">
<label>Width <select name="width"><option value="">all</option>${options(
    distinct(shot => shot.widthPx),
    390,
  )}</select></label>
<label>Theme <select name="theme"><option value="">both</option>${options(
    distinct(shot => shot.theme),
    'light',
  )}</select></label>
<label>Who looks <select name="role"><option value="">everybody</option>${options(distinct(shot => shot.role))}</select></label>
<label>Words <input name="words" type="search"></label></form><output></output></header>
<main>${shots.map(figure).join('\n')}</main><script>${SCRIPT}</script></html>
`
}

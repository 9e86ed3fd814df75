;(() => {
  // The latest start of the code of a page that nobody uses.
  const UNUSED_MS = 6_000
  const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin']
  const root = document.documentElement
  let tap = null
  const fields = []
  let begun = false
  let isLost = false
  let view = null

  function whenParsed(work) {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', work)
    else work()
  }
  function runCode(later) {
    const code = document.createElement('script')
    code.type = 'module'
    code.text = later.text
    // A script that was taken out of the page again sends its error to itself alone.
    code.onerror = codeLost
    document.head.append(code)
    code.remove()
  }
  function loadCode() {
    const later = document.querySelector('script[type=later]')
    if (!later) return
    for (const link of document.querySelectorAll('link[rel=later]')) link.rel = 'modulepreload'
    // The page has the styles of what it shows; what the code adds to it needs all.
    const sheet = document.querySelector('link[rel=stylesheet][disabled]')
    if (!sheet || sheet.sheet) return runCode(later)
    sheet.onload = sheet.onerror = () => runCode(later)
    sheet.disabled = false
  }
  function start() {
    if (begun) return
    begun = true
    for (const sign of SIGNS) removeEventListener(sign, startByUse, true)
    view?.disconnect()
    whenParsed(loadCode)
  }
  // A broken connection, or a new release without the files of this page. The page is opened anew once by itself, and
  // then with each press, so that no button waits for ever.
  function codeLost() {
    if (!window.earlyUse || isLost) return
    isLost = true
    const isAnew = performance.getEntriesByType('navigation')[0]?.type === 'reload'
    if (!isAnew && (tap || !root.dataset.starts)) location.reload()
    else tap?.removeAttribute('data-taken')
  }
  function scriptLost({ target }) {
    if (target instanceof HTMLScriptElement) codeLost()
  }
  function importLost({ reason }) {
    if (reason instanceof TypeError) codeLost()
  }
  function startByUse({ type, movementX, movementY }) {
    // Chromium sends this event for a resting mouse when the page below it has moved.
    if (type !== 'pointermove' || movementX !== 0 || movementY !== 0) start()
  }
  function keepTap(event) {
    const tapped = event.isTrusted && event.target.closest?.('button,input[type=submit]')
    if (!tapped || tapped.matches('[popovertarget],[commandfor],[data-early],[role=search] *')) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (isLost) return location.reload()
    tap?.removeAttribute('data-taken')
    tap = tapped
    tap.setAttribute('data-taken', '')
    start()
  }
  function keepField(event) {
    fields.push(event.target)
    start()
  }
  const dayOf = date => Math.floor(date / 86_400_000)
  const clockOf = date => date.toISOString().slice(11, 16)
  // Only a page with a time at which people meet pays for a format.
  function zoneOf(at, locale) {
    const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', timeZoneName: 'short' })
    return format.formatToParts(at).find(part => part.type === 'timeZoneName')?.value ?? ''
  }
  // The page has the texts of three days in UTC: to make a format of Intl takes a slow phone 60 ms.
  function writeTimes() {
    for (const time of document.querySelectorAll('time[data-days]')) {
      const at = new Date(time.dateTime)
      const local = new Date(at - at.getTimezoneOffset() * 60_000)
      const text = time.dataset.days.split('|')[1 + dayOf(local) - dayOf(at)]
      const zone = time.dataset.zoned ? `\u00a0${zoneOf(at, time.dataset.zoned)}` : ''
      time.textContent = text.replace(clockOf(at), clockOf(local)) + zone
    }
  }
  function watchParts() {
    if (begun) return
    view = new IntersectionObserver(parts => parts.some(part => part.isIntersecting) && start())
    for (const part of document.querySelectorAll('[data-needs-code]')) view.observe(part)
  }

  addEventListener('click', keepTap, true)
  addEventListener('input', keepField, true)
  addEventListener('error', scriptLost, true)
  addEventListener('unhandledrejection', importLost)
  window.earlyUse = {
    stop() {
      removeEventListener('click', keepTap, true)
      removeEventListener('input', keepField, true)
      removeEventListener('error', scriptLost, true)
      removeEventListener('unhandledrejection', importLost)
      delete window.earlyUse
      tap?.removeAttribute('data-taken')
      return { tap, fields }
    },
  }
  if (!root.dataset.starts) return start()
  if (root.dataset.auth === 'in' || 'paying' in root.dataset) return start()
  // In a browser without calls, only the page's code can say so.
  if (!window.RTCPeerConnection || !navigator.mediaDevices?.getUserMedia) return start()
  for (const sign of SIGNS) addEventListener(sign, startByUse, { capture: true, passive: true })
  addEventListener('storage', start)
  addEventListener('pageshow', event => event.persisted && start())
  addEventListener('load', () => setTimeout(start, UNUSED_MS))
  whenParsed(writeTimes)
  whenParsed(watchParts)
})()

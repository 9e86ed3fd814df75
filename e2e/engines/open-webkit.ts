import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Builder, By, Capabilities, error, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../../apps/server/src/testing/free-port.ts'
import { findServerProgram } from '../../apps/server/src/testing/server-programs.ts'

const WITHIN_MS = 30_000
const POLL_EVERY_MS = 100
const SCREEN = '1280x900x24'

/**
 * Uses the page, since its code may wait for a use; true once the code runs: React has then marked the server's HTML.
 */
const IS_RUNNING = `
  window.dispatchEvent(new Event('pointermove'))
  return Object.keys(document.querySelector('main') ?? {}).some(key => key.startsWith('__react'))`
/** Finds the last visible element with these words: a dialog comes after the page in the document. */
const FIND_TO_PRESS = `
  const words = [...document.querySelectorAll('button, a, [role=tab]')]
  return words.filter(each => each.innerText.trim() === arguments[0] && each.checkVisibility()).at(-1) ?? null`
const SCROLL_TO = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })"
/** Errors of WebDriver after which the element was not used: the page moved, or something covered the element. */
const NOT_USED = [
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.StaleElementReferenceError,
]
const FIND_FIELD = `
  const label = [...document.querySelectorAll('label')].find(each => each.innerText.trim().startsWith(arguments[0]))
  return label?.control ?? null`

/** A page in WebKitGTK. */
export class WebKitPage {
  readonly driver: WebDriver
  readonly #origin: string

  constructor(driver: WebDriver, origin: string) {
    this.driver = driver
    this.#origin = origin
  }

  async #until<T>(what: string, read: () => Promise<T | null | false>): Promise<T> {
    const untilMs = Date.now() + WITHIN_MS
    for (;;) {
      const answer = await read()
      if (answer) return answer
      if (Date.now() > untilMs) throw new Error(`${what} is not on this page:\n${await this.text()}`)
      await pause(POLL_EVERY_MS)
    }
  }

  async open(path: string): Promise<void> {
    await this.driver.get(this.#origin + path)
    await this.#until('running code', () => this.driver.executeScript<boolean>(IS_RUNNING))
  }

  text(): Promise<string> {
    return this.driver.executeScript<string>('return document.body.innerText')
  }

  /** Waits for this text; answers the whole text of the page. */
  see(words: string | RegExp): Promise<string> {
    return this.#until(String(words), async () => {
      const text = await this.text()
      return (typeof words === 'string' ? text.includes(words) : words.test(text)) ? text : null
    })
  }

  /** Waits until this page is open and its code runs. */
  async at(path: string): Promise<void> {
    await this.#until(path, async () => (await this.driver.getCurrentUrl()) === this.#origin + path)
    await this.#until('running code', () => this.driver.executeScript<boolean>(IS_RUNNING))
  }

  /** Presses a button, a tab or a link with exactly these words, once nothing covers it. */
  press(words: string): Promise<true> {
    return this.#use([FIND_TO_PRESS, words], found => found.click())
  }

  fill(label: string, value: string): Promise<true> {
    return this.#use([FIND_FIELD, label], async field => {
      await field.clear()
      await field.sendKeys(value)
    })
  }

  /** Finds an element by these words, and tries until it can be used. */
  #use([find, words]: [string, string], use: (found: WebElement) => Promise<void>): Promise<true> {
    return this.#until(words, async () => {
      const found = await this.driver.executeScript<WebElement | null>(find, words)
      if (!found) return false
      try {
        await this.driver.executeScript(SCROLL_TO, found)
        await use(found)
        return true
      } catch (cause) {
        if (NOT_USED.some(kind => cause instanceof kind)) return false
        throw cause
      }
    })
  }

  /** The number of elements that match. */
  async count(selector: string): Promise<number> {
    return (await this.driver.findElements(By.css(selector))).length
  }
}

/** Starts a virtual screen; answers its name. */
async function openScreen(program: string): Promise<{ process: ChildProcess; display: string }> {
  const screen = spawn(program, ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [said] = (await once(screen.stdio[3] as Readable, 'data')) as [Buffer]
  return { process: screen, display: `:${String(said).trim()}` }
}

/** WebKitGTK's own MiniBrowser by W3C WebDriver, with an empty profile. */
export async function openWebKit(): Promise<{ page(origin: string): WebKitPage; close(): Promise<void> }> {
  const [program, xvfb] = [findServerProgram('WebKitWebDriver'), findServerProgram('Xvfb')]
  if (!program || !xvfb) throw new Error('No WebKitWebDriver or no Xvfb on this machine.')
  const screen = await openScreen(xvfb)
  const port = await freePort()
  const service = spawn(program, [`--port=${port}`, '--host=127.0.0.1'], {
    stdio: 'ignore',
    // No screen reader is needed here, and there is no sandbox for root.
    env: { ...process.env, DISPLAY: screen.display, NO_AT_BRIDGE: '1', LIBGL_ALWAYS_SOFTWARE: '1' },
  })
  const url = `http://127.0.0.1:${port}`
  const untilMs = Date.now() + WITHIN_MS
  // It does not listen yet.
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) {
    if (Date.now() > untilMs || service.exitCode !== null) throw new Error('WebKitWebDriver does not answer')
    await pause(POLL_EVERY_MS)
  }
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities(new Capabilities({ browserName: 'MiniBrowser' }))
    .build()
  return {
    page: origin => new WebKitPage(driver, origin),
    async close() {
      await driver.quit()
      for (const each of [service, screen.process]) {
        const ended = once(each, 'exit')
        each.kill()
        await ended
      }
    },
  }
}

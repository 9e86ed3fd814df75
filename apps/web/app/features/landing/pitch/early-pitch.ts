import script from './early-pitch-script.ts?inline-script'

declare global {
  interface Window {
    /** The pitch that began to move before the page's code ran. */
    earlyPitch?: { hero: Element; stop: () => void } | undefined
  }
}

/** Moves the pitch of a page that the server rendered; it stands inside the pitch's element. */
export const PITCH_SCRIPT = script

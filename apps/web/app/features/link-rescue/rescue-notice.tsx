import { messages } from '@parley/contract/messages'
import { Copy, ExternalLink, QrCode as QrIcon } from 'lucide-react'
import { lazy, Suspense, useId, useState } from 'react'
import { msg, t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/share/copy-text.ts'
import css from './rescue-notice.module.css'
import { type PaidFor, type RescueBefore, rescueText } from './rescue-words.ts'
import { intentLink, type Surroundings, surroundings } from './surroundings.ts'
import { useRescueLink } from './use-rescue-link.ts'

const QrCode = lazy(() => import('../../ui/share/qr-code.tsx').then(({ QrCode }) => ({ default: QrCode })))

const COPIED_FOR_MS = 1000

const BROWSER: Readonly<Record<Surroundings['form'], string>> = {
  android: msg('your phone’s browser'),
  ios: 'Safari',
  desk: msg('Chrome, Safari or Firefox'),
}

/** The way that works from every app; `first` where no shorter one exists. */
function CopyLink({ link, rank }: { link: string; rank: 'first' | 'second' }) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready')
  async function copy() {
    const isDone = await copyText(link)
    setState(isDone ? 'copied' : 'refused')
    if (isDone) setTimeout(() => setState('ready'), COPIED_FOR_MS)
  }
  return (
    <>
      <Button
        variant={rank === 'first' ? 'primary' : 'secondary'}
        data-goes-first={rank === 'first' || undefined}
        wide
        icon={<Copy size={18} aria-hidden="true" />}
        onClick={() => void copy()}
      >
        <span role="status">{state === 'copied' ? t(messages.copied) : t('Copy the link')}</span>
      </Button>
      {state === 'refused' && <p className={css.link}>{link}</p>}
    </>
  )
}

export interface RescueNoticeProps {
  before: RescueBefore
  /** Says by when the person must be there, if that is known. */
  paid?: PaidFor | undefined
}

/**
 * Why this browser cannot be used, and how to continue: in the phone's browser, by copying the link, or by a QR code.
 */
export default function RescueNotice(props: RescueNoticeProps) {
  return window.isSecureContext ? <OtherBrowserNotice {...props} /> : <InsecureNotice />
}

/** No browser has a camera for a page of plain http: another browser would not help. */
function InsecureNotice() {
  const titleId = useId()
  return (
    <section className={css.notice} aria-labelledby={titleId}>
      <h2 id={titleId} className={css.title}>
        {t('Video calls do not work at this address')}
      </h2>
      <p>{t(messages.insecureAddress)}</p>
    </section>
  )
}

function OtherBrowserNotice({ before, paid }: RescueNoticeProps) {
  const { app, form } = surroundings(navigator.userAgent)
  const { link, isLoggedIn } = useRescueLink()
  const [showsCode, setShowsCode] = useState(false)
  const titleId = useId()
  return (
    <section className={css.notice} aria-labelledby={titleId}>
      <h2 id={titleId} className={css.title}>
        {app
          ? t('Video calls do not work inside {app}', { app })
          : t('Video calls do not work in this browser')}
      </h2>
      <p>
        {rescueText(before, t(BROWSER[form]), paid)}
        {isLoggedIn &&
          ` ${t('You stay logged in: the link works once, for five minutes, so keep it to yourself.')}`}
      </p>
      {form === 'android' && (
        <a className={css.open} href={intentLink(link)} data-goes-first>
          <ExternalLink size={18} aria-hidden="true" />
          {t('Open in your browser')}
        </a>
      )}
      <CopyLink link={link} rank={form === 'android' ? 'second' : 'first'} />
      {form === 'ios' && (
        <p className={css.help}>
          {t('Then open Safari, press and hold its address field, and choose Paste and Go.')}
        </p>
      )}
      <Button
        variant="quiet"
        wide
        icon={<QrIcon size={18} aria-hidden="true" />}
        aria-expanded={showsCode}
        onClick={() => setShowsCode(!showsCode)}
      >
        {showsCode ? t('Hide the QR code') : t('Go on with another device')}
      </Button>
      {showsCode && (
        <Suspense fallback={null}>
          <div className={css.code}>
            <QrCode text={link} />
          </div>
        </Suspense>
      )}
    </section>
  )
}

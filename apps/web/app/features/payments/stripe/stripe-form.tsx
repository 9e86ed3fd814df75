import { RotateCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { themeMode } from '../../../theme/theme-mode.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { Waiting } from '../../../ui/waiting/spinner.tsx'
import type { EnteredCard } from '../card-provider.ts'
import { FormEnd, type FormEndProps } from '../form-end.tsx'
import { stripeAppearance, stripeFonts } from './stripe-appearance.ts'
import { type CardPurpose, createStripeFields } from './stripe-fields.ts'
import css from './stripe-form.module.css'

export interface StripeFormProps extends FormEndProps {
  publishableKey: string
  purpose: CardPurpose
  onCard: (card: EnteredCard) => Promise<void>
}

/** Calls back when a person chooses a theme here, and when the device changes it. */
function onThemeChange(restyle: () => void): () => void {
  const device = window.matchMedia('(prefers-color-scheme: dark)')
  const unsubscribe = themeMode.subscribe(restyle)
  device.addEventListener('change', restyle)
  return () => {
    unsubscribe()
    device.removeEventListener('change', restyle)
  }
}

const checkText = (isSlow: boolean) =>
  isSlow ? t('Your card is still being checked. Nothing is charged yet.') : t('Checking your card...')

/** Loads nothing from Stripe before a person is about to enter a card: an import of `/pure` alone loads nothing. */
async function loadStripe(publishableKey: string) {
  const stripe = await import('@stripe/stripe-js/pure')
  return stripe.loadStripe(publishableKey)
}

/** Stripe's Payment Element: cards and the wallets of this device. The typed card never reaches our page. */
export function StripeForm({ publishableKey, purpose, onCard, ...end }: StripeFormProps) {
  const place = useRef<HTMLDivElement>(null)
  const [fields] = useState(() =>
    createStripeFields({
      load: () => loadStripe(publishableKey),
      purpose,
      appearance: stripeAppearance,
      fonts: stripeFonts,
      setTimer: (work, delayMs) => setTimeout(work, delayMs),
    }),
  )
  const { phase, isSlow, cardError } = useStore(fields)
  useEffect(() => (place.current ? fields.attach(place.current) : undefined), [fields])
  const savesCard = end.saving?.checked ?? false
  useEffect(() => fields.setSavesCard(savesCard), [fields, savesCard])
  useEffect(() => onThemeChange(fields.restyle), [fields])
  const busy = end.busy || (phase !== 'ready' && phase !== 'failed')
  return (
    <form
      method="post"
      noValidate
      className={css.form}
      onSubmit={event => {
        event.preventDefault()
        if (phase === 'failed') fields.retry()
        else if (!busy) void fields.enter(onCard)
      }}
    >
      <div className={classes(phase === 'loading' && css.loading)} hidden={phase === 'failed'}>
        {phase === 'loading' && (
          <div className={css.waiting}>
            <Waiting>{t('Getting the card form ready')}</Waiting>
          </div>
        )}
        <div ref={place} />
      </div>
      {phase === 'failed' && (
        <p role="alert" className={css.failed}>
          {t(
            'The card form could not be loaded. Check your connection, and that nothing in this browser blocks stripe.com.',
          )}
        </p>
      )}
      {phase === 'failed' ? (
        <FormEnd
          {...end}
          submitLabel={t('Try again')}
          submitIcon={<RotateCw size={16} aria-hidden="true" />}
        />
      ) : (
        <FormEnd
          {...end}
          busy={busy}
          cardError={end.cardError ?? cardError}
          status={end.status ?? (phase === 'checking' ? checkText(isSlow) : null)}
          below={
            isSlow ? (
              <Button variant="quiet" wide onClick={fields.retry}>
                {t('Load the card form again')}
              </Button>
            ) : (
              end.below
            )
          }
        />
      )}
    </form>
  )
}

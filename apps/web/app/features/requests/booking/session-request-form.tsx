import type { Influencer } from '@parley/contract'
import { MONEY_BACK_RULE, TERMS_SENTENCE } from '@parley/contract/call-money'
import { NOTE_MAX } from '@parley/contract/constants'
import { messages } from '@parley/contract/messages'
import { datedSteps, MONEY_BACK_SENTENCES } from '@parley/contract/money-back'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { durationText } from '../../../language/durations.ts'
import { priceText } from '../../../language/prices.ts'
import { RichText } from '../../../language/rich-text.tsx'
import { deviceZone, zoneName } from '../../../language/shown-zone.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/form/field.tsx'
import { RadioOption } from '../../../ui/form/radio-option.tsx'
import { afterPress } from '../../../ui/gestures/after-press.ts'
import { LadderLine } from '../money-back/ladder-line.tsx'
import { MoneyRule } from '../money-rule.tsx'
import { RefusedNote } from '../refused-note.tsx'
import { splitText } from '../split-text.ts'
import { PersonField } from './person-field.tsx'
import { type SessionRequestFields as Form, type SessionRequesting, usernameIn } from './session-request.ts'
import css from './session-request-form.module.css'

export interface SessionRequestFormProps {
  requesting: SessionRequesting
  /** The values from the address. */
  initial: Form
  /** Whether the call gets an agreed time, from the address. */
  isDated: boolean
  /** The zone in which `times` shows the slots. */
  zone: string
  /** The reader's own username, which they cannot enter. */
  ownUsername: string | null
  /** The free slots of an influencer, to pick one. */
  times: (
    influencer: Influencer,
    chosen: string | null,
    onChoose: (start: string | null) => void,
  ) => ReactNode
}

/** One of the offered slots, any time, or a time that the two agreed on elsewhere. */
type When = 'slot' | 'any' | 'agreed'

interface WhenFields {
  mode: Influencer['booking_mode']
  picked: string | null
  chosenWhen: When
}

function whenOf({ mode, picked, chosenWhen }: WhenFields): When {
  if (mode === 'only') return 'slot'
  return chosenWhen === 'slot' && picked === null ? 'any' : chosenWhen
}

function firstWhen({ slot, start }: Form, isDated: boolean): When {
  if (slot) return 'slot'
  return isDated || start !== '' ? 'agreed' : 'any'
}

interface WhatComesBackProps {
  influencer: Influencer
  start: string | null
  /** The zone of a picked slot; undefined for a time of this device's clock. */
  zone: string | undefined
}

/** The refund rule: the ladder of a call with a date, else the right to cancel. */
function WhatComesBack({ influencer, start, zone }: WhatComesBackProps) {
  const { amount } = influencer.main_session
  const { policy } = influencer.money_back
  const startsAt = new Date(start ?? '')
  const now = new Date(serverNowMs())
  if (Number.isNaN(startsAt.getTime()) || startsAt <= now)
    return <p className={css.terms}>{t(TERMS_SENTENCE)}</p>
  const steps = datedSteps({ policy, startsAt, paidAt: now, atMostPercent: 100 })
  return (
    <div className={css.back}>
      <LadderLine steps={steps} amount={amount} now={now} zone={zone} />
      <p className={css.terms}>{t(MONEY_BACK_SENTENCES[policy])}</p>
    </div>
  )
}

/** The form for a private call: with whom, for how long and when. */
export function SessionRequestForm({
  requesting,
  initial,
  isDated,
  ownUsername,
  times,
  zone,
}: SessionRequestFormProps) {
  const state = useStore(requesting)
  const { influencer } = state
  const mode = influencer?.booking_mode ?? 'off'
  const [chosenWhen, setWhen] = useState<When>(firstWhen(initial, isDated))
  const [slot, setSlot] = useState(() =>
    initial.slot ? { of: usernameIn(initial.username), start: initial.slot } : null,
  )
  // A picked slot belongs to one influencer only.
  const picked = slot && mode !== 'off' && slot.of === influencer?.user.username ? slot.start : null
  const when = whenOf({ mode, picked, chosenWhen })
  const pick = (start: string | null) => {
    setSlot(start === null || !influencer ? null : { of: influencer.user.username, start })
    setWhen(start === null ? 'any' : 'slot')
  }
  const form = useForm<Form>({ defaultValues: initial })
  const { errors } = form.formState
  const missing = state.lookup === 'missing' ? t('There is no influencer by this name') : undefined
  const send = form.handleSubmit(values =>
    requesting.send({
      username: values.username,
      start: when === 'agreed' ? values.start : '',
      slot: when === 'slot' ? picked : null,
      note: values.note ?? '',
    }),
  )
  return (
    <form method="post" noValidate className={css.form} onSubmit={send}>
      <PersonField
        field={form.register('username', {
          required: messages.usernameRequired,
          validate: name => name.toLowerCase() !== ownUsername || t('You cannot book yourself'),
          onBlur: event => {
            const name = String(event.target.value)
            void afterPress().then(() => requesting.lookUp(name))
          },
        })}
        value={form.watch('username')}
        error={errors.username?.message ?? missing}
        onPick={username => {
          form.setValue('username', username, { shouldValidate: form.formState.isSubmitted })
          void requesting.lookUp(username)
        }}
      />
      {state.lookupProblem !== null && (
        <LookupFailed
          problem={state.lookupProblem}
          onRetry={() => void requesting.lookUp(form.getValues('username'))}
        />
      )}
      <OfferFacts influencer={influencer} />
      <fieldset className={css.when}>
        <legend className={css.legend}>{t('When')}</legend>
        {mode !== 'off' && influencer && times(influencer, picked, pick)}
        {mode !== 'only' && (
          <>
            {picked !== null && (
              <RadioOption name="dated" isChosen={when === 'slot'} onChoose={() => setWhen('slot')}>
                {t('At the time above')}
              </RadioOption>
            )}
            <RadioOption name="dated" isChosen={when === 'any'} onChoose={() => setWhen('any')}>
              {t('Any time in the next 30 days')}
            </RadioOption>
            <RadioOption name="dated" isChosen={when === 'agreed'} onChoose={() => setWhen('agreed')}>
              {t('At an agreed time')}
            </RadioOption>
          </>
        )}
        {when === 'agreed' && (
          <TextField
            label={t('Start')}
            type="datetime-local"
            hint={t('In your device’s time: {zone}', { zone: zoneName(deviceZone()) })}
            error={errors.start?.message}
            {...form.register('start', {
              validate: start =>
                (start !== '' && new Date(start).getTime() > serverNowMs()) ||
                t('Please choose a start in the future'),
            })}
          />
        )}
      </fieldset>
      <TextArea
        label={t('What I would like to talk about')}
        hint={t('Only the two of you read this. You may leave it empty.')}
        rows={2}
        maxLength={NOTE_MAX}
        {...form.register('note')}
      />
      {influencer && (
        <>
          <WhatComesBack
            influencer={influencer}
            start={when === 'slot' ? picked : when === 'agreed' ? form.watch('start') : null}
            zone={when === 'slot' ? zone : undefined}
          />
          <MoneyRule of="call" rule={t(MONEY_BACK_RULE, { name: influencer.user.username })} />
        </>
      )}
      {state.problem !== null && <RefusedNote problem={state.problem} wayOn={state.wayOn} />}
      <Button type="submit" variant="primary" wide busy={state.phase === 'sending'}>
        {t('Send request')}
      </Button>
    </form>
  )
}

/** The server could not say whether somebody has this name. */
function LookupFailed({ problem, onRetry }: { problem: string; onRetry: () => void }) {
  return (
    <>
      <RefusedNote problem={problem} wayOn={null} />
      <Button onClick={onRetry}>{t('Try again')}</Button>
    </>
  )
}

/** The influencer's offer and its length; shown once the influencer is found. */
function OfferFacts({ influencer }: { influencer: Influencer | null }) {
  const offer = influencer?.main_session
  return (
    <dl className={css.facts} aria-live="polite">
      <div>
        <dt>{t('What')}</dt>
        <dd>
          {offer ? (
            <RichText
              text="A private video call with {name}: {description}"
              parts={{
                name: (
                  <Link to={`/profile/${influencer?.user.username}`}>
                    {influencer?.user.first_name} {influencer?.user.last_name}
                  </Link>
                ),
                description: offer.description,
              }}
            />
          ) : (
            t('A private video call. What it is about, the influencer says.')
          )}
        </dd>
      </div>
      <div>
        <dt>{t('How long')}</dt>
        <dd>
          {offer
            ? t('{duration} for {price}', {
                duration: durationText(offer.duration, offer.duration_display),
                price: priceText(offer.amount),
              })
            : t('Shown with the price, once you have said who.')}
          {influencer && (
            <>
              <br />
              {splitText(influencer, influencer.main_session.amount)}
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

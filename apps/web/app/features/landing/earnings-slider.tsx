import { pence } from '@parley/contract/money'
import { type CSSProperties, useId, useState } from 'react'
import { numberText } from '../../language/formats.ts'
import { RichText } from '../../language/rich-text.tsx'
import { plural, t } from '../../language/text.ts'
import { CALLS_A_MONTH, earningsOf, PRICE_POUNDS, poundsText } from './earnings.ts'
import css from './earnings-slider.module.css'

interface Range {
  min: number
  max: number
  step: number
}

function Slider(props: {
  label: string
  range: Range
  value: number
  text: string
  onChange: (value: number) => void
}) {
  const id = useId()
  const { range, value } = props
  const filled = (value - range.min) / (range.max - range.min)
  return (
    <div className={css.slider}>
      <label htmlFor={id}>{props.label}</label>
      <span className={css.value} aria-hidden="true">
        {props.text}
      </span>
      <input
        id={id}
        type="range"
        min={range.min}
        max={range.max}
        step={range.step}
        value={value}
        aria-valuetext={props.text}
        onChange={event => props.onChange(event.target.valueAsNumber)}
        style={{ '--filled': filled } as CSSProperties}
      />
    </div>
  )
}

/** What an influencer would earn: price times calls, minus this site's fee. */
export function EarningsSlider({ feePercent }: { feePercent: number }) {
  const [price, setPrice] = useState<number>(PRICE_POUNDS.start)
  const [calls, setCalls] = useState<number>(CALLS_A_MONTH.start)
  const earnings = earningsOf({ pricePence: pence(price * 100), calls, feePercent })
  return (
    <div className={css.card}>
      <div className={css.sliders}>
        <Slider
          label={t('Your price for a call')}
          range={PRICE_POUNDS}
          value={price}
          text={poundsText(pence(price * 100))}
          onChange={setPrice}
        />
        <Slider
          label={t('Calls a month')}
          range={CALLS_A_MONTH}
          value={calls}
          text={plural(calls, { one: '{count} call', other: '{count} calls' })}
          onChange={setCalls}
        />
      </div>
      <div className={css.outcome}>
        <p className={css.kept}>
          <RichText
            text="{amount} a month is yours"
            parts={{ amount: <output className={css.figure}>{poundsText(earnings.keptPence)}</output> }}
          />
        </p>
        <dl className={css.sum}>
          <div>
            <dt>{t('Your audience pays')}</dt>
            <dd>{poundsText(earnings.paidPence)}</dd>
          </div>
          <div>
            <dt>{t('Platform fee, {percent}%', { percent: numberText(feePercent) })}</dt>
            <dd>−{poundsText(earnings.feePence)}</dd>
          </div>
        </dl>
        <p className={css.note}>
          {t(
            'A sum, not a promise: it counts calls that took place. Money given back earns nothing, and costs no fee.',
          )}
        </p>
      </div>
    </div>
  )
}

/** The heading of the payment step, which gets the focus when a booking was confirmed. */
export const PAY_STEP_ID = 'pay-step'

/** That heading; null while the page does not show it. */
export const payStep = () => document.getElementById(PAY_STEP_ID)

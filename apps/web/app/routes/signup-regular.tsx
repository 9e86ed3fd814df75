export default function SignupRegular() {
  return <h1>signup-regular</h1>
}

// For the page that the service worker shows if the server cannot be reached: loads the wanted page when it can.

const url = new URL('offline.html', document.currentScript.src);

const check = async () => {
  const answer = await fetch(url, {method: 'HEAD', cache: 'no-store'}).catch(() => null);
  if (answer?.ok) location.reload();
};

addEventListener('online', check);
setInterval(check, 5000);

/**
 * Common given and family names of a country, to compose names of people who are on no list. `pattern` is how a name is put
 * together: g a given name, f a family name, m a middle name or patronymic, x a second given name, i an initial.
 */
export interface CountryWords {
  code: string;
  patterns: readonly string[];
  given: string;
  family: string;
  middle?: string;
}

export const wordsIn = (text = '') => text.trim().split(/\s+/);

export const NAME_WORDS: readonly CountryWords[] = [
  {
    code: 'AE',
    patterns: ['g f', 'g m f'],
    given: 'Mohammed Ahmed Khalid Sultan Rashid Saeed Hamdan Maryam Fatima Aisha Noura Shamma Mansour Omar Hessa',
    middle: 'Ali Saif Abdulla Khalifa Salem Obaid Juma Hamad',
    family:
      'Al-Mansoori Al-Mazrouei Al-Suwaidi Al-Ketbi Al-Dhaheri Al-Shamsi Al-Nuaimi Al-Marri Al-Ameri Al-Hosani Al-Zaabi Al-Falasi',
  },
  {
    code: 'EG',
    patterns: ['g f', 'g m f'],
    given: 'Ahmed Mahmoud Mostafa Youssef Karim Tarek Amr Sherif Mona Heba Dina Nourhan Salma Hany Wael Rania',
    middle: 'Mohamed Ibrahim Hassan Ali Samir Fathy Abdelaziz Kamal',
    family:
      'Elsayed Abdelrahman Gaber Fawzy Shaker Mansour Elmasry Ramadan Soliman Hegazy Farouk Naguib Ezzat Zaki Badawy',
  },
  {
    code: 'TR',
    patterns: ['g f'],
    given: 'Mehmet Mustafa Ayşe Fatma Emre Burak Zeynep Elif Murat Hakan Serkan Derya Selin Onur Gülsüm',
    family: 'Yılmaz Kaya Demir Çelik Şahin Yıldız Öztürk Aydın Arslan Doğan Kılıç Aslan Çetin Koç Kurt Polat',
  },
  {
    code: 'IR',
    patterns: ['g f'],
    given: 'Ali Reza Mohammad Hossein Mehdi Amir Zahra Maryam Sara Narges Behnam Kaveh Nasrin Farhad Shirin Arash',
    family:
      'Mohammadi Hosseini Ahmadi Karimi Rezaei Moradi Jafari Rahimi Sadeghi Kazemi Ebrahimi Heydari Ghasemi Bagheri Akbari',
  },
  {
    code: 'RU',
    patterns: ['g f', 'g m f'],
    given: 'Alexander Sergey Dmitry Andrey Alexey Maxim Ivan Nikolay Mikhail Pavel Roman Igor Vladimir Oleg Denis',
    middle:
      'Alexandrovich Sergeevich Dmitrievich Andreevich Nikolaevich Ivanovich Vladimirovich Petrovich Viktorovich Yurievich',
    family:
      'Smirnov Ivanov Kuznetsov Popov Sokolov Lebedev Kozlov Novikov Morozov Petrov Volkov Solovyov Vasiliev Zaitsev Pavlov Semenov Golubev Vinogradov',
  },
  {
    code: 'UA',
    patterns: ['g f', 'g m f'],
    given: 'Oleksandr Andrii Serhii Mykola Volodymyr Dmytro Olena Iryna Nataliia Tetiana Bohdan Taras Yurii Vasyl',
    middle: 'Mykolaiovych Ivanovych Petrovych Vasylovych Volodymyrovych Serhiiovych Oleksandrovych',
    family:
      'Melnyk Shevchenko Bondarenko Kovalenko Boiko Tkachenko Kravchenko Kovalchuk Koval Oliinyk Shevchuk Polishchuk Lysenko Moroz Savchenko',
  },
  {
    code: 'CN',
    patterns: ['f g'],
    given:
      'Wei Fang Na Xiuying Min Jing Li Qiang Lei Jun Yang Yong Yan Jie Juan Tao Ming Chao Xiaoming Xiulan Jianguo Guoqiang Haiyan Zhiyuan Yuhan Zihan Lihua Xiaohong',
    family: 'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Hu Guo He Lin Gao Luo',
  },
  {
    code: 'TW',
    patterns: ['f g'],
    given:
      'Chia-hao Yi-chun Chih-ming Shu-fen Mei-ling Chun-hung Ya-ting Kuan-yu Pei-shan Tsung-han Hsin-yi Wen-hsiung Yu-ting Chien-hung',
    family: 'Chen Lin Huang Chang Li Wang Wu Liu Tsai Yang Hsu Cheng Hsieh Kuo Hung Tseng Chiu Liao',
  },
  {
    code: 'HK',
    patterns: ['f g', 'x f'],
    given:
      'Ka-ming Wai-man Siu-fung Mei-yee Chi-keung Kwok-wai Man-kit Lai-ying Wing-yan Tsz-ching Ho-yin Yuk-ling Kin-fai Shuk-yee',
    middle: 'Jason Kelvin Peter Carmen Vivian Kenneth Grace Tony',
    family: 'Chan Wong Lee Cheung Lau Leung Ng Ho Yeung Chow Lam Tsang Kwok Fung Tang Yip Mak Poon',
  },
  {
    code: 'KR',
    patterns: ['f g'],
    given:
      'Min-jun Seo-yeon Ji-hoon Soo-jin Young-ho Hyun-woo Ji-young Sung-min Eun-ji Jae-hyun Mi-kyung Dong-hyun Hye-jin Sang-hoon Kyung-soo Yu-na',
    family: 'Kim Lee Park Choi Jung Kang Cho Yoon Jang Lim Han Oh Seo Shin Kwon Hwang',
  },
  {
    code: 'VN',
    patterns: ['f m g'],
    given: 'Anh Huong Minh Tuan Hung Linh Lan Dung Hoa Thao Nam Phuong Long Quang Trang',
    middle: 'Van Thi Duc Ngoc Quoc Huu Thanh Minh',
    family: 'Nguyen Tran Le Pham Hoang Phan Vu Vo Dang Bui Do Ho Ngo Duong Ly',
  },
  {
    code: 'JP',
    patterns: ['g f', 'f g'],
    given: 'Hiroshi Takashi Yuki Kenji Haruka Yoko Akira Satoshi Naoko Keiko Daisuke Emi Shota Ayaka Kazuo',
    family:
      'Sato Suzuki Takahashi Tanaka Watanabe Ito Yamamoto Nakamura Kobayashi Kato Yoshida Yamada Sasaki Matsumoto',
  },
  {
    code: 'IN',
    patterns: ['g f', 'g m f'],
    given: 'Rahul Amit Priya Anjali Rajesh Suresh Sunita Vijay Deepak Pooja Sanjay Kavita Arjun Neha Ramesh Lakshmi',
    middle: 'Kumar Prasad Lal Chandra Devi',
    family: 'Sharma Verma Gupta Singh Patel Reddy Iyer Nair Rao Mehta Joshi Desai Mukherjee Chatterjee Yadav Mishra',
  },
  {
    code: 'PK',
    patterns: ['g f', 'g m f'],
    given: 'Muhammad Usman Bilal Hamza Ayesha Sana Imran Asif Kashif Nadia Faisal Zainab Tariq Saima Waqas Hina',
    middle: 'Ali Ahmed Raza Iqbal Hassan',
    family: 'Khan Butt Malik Chaudhry Sheikh Qureshi Siddiqui Mirza Awan Bhatti Rajput Abbasi Hussain Javed Akhtar',
  },
  {
    code: 'ID',
    patterns: ['g f'],
    given: 'Budi Siti Agus Dewi Eko Sri Rina Andi Bambang Wahyu Ratna Dedi Fitri Joko Indah Rizki',
    family:
      'Santoso Wijaya Setiawan Hidayat Saputra Kusuma Lestari Nugroho Pratama Rahayu Susanto Gunawan Wibowo Utami',
  },
  {
    code: 'NG',
    patterns: ['g f'],
    given: 'Chinedu Ngozi Emeka Funmilayo Tunde Amina Ibrahim Blessing Oluwaseun Chioma Musa Aisha Segun Kelechi Yusuf',
    family: 'Okafor Adeyemi Okonkwo Eze Balogun Abubakar Nwosu Ogunleye Bello Obi Adebayo Mohammed Chukwu Sani Lawal',
  },
  {
    code: 'MX',
    patterns: ['g f f', 'g f'],
    given:
      'José Juan María Guadalupe Francisco Alejandra Miguel Rosa Luis Verónica Carlos Patricia Jorge Leticia Fernando',
    family:
      'Hernández García Martínez López González Pérez Rodríguez Sánchez Ramírez Cruz Flores Gómez Morales Vázquez Reyes Torres',
  },
  {
    code: 'CO',
    patterns: ['g f f', 'g m f f'],
    given: 'Carlos Andrés Diana Jorge Sandra Luis Claudia Camilo Paola Julián Mónica Felipe Natalia Óscar Liliana',
    middle: 'Alberto Patricia Andrés Marcela Fernando Milena',
    family:
      'Rodríguez Gómez González Martínez García López Hernández Sánchez Ramírez Pérez Díaz Muñoz Rojas Moreno Jiménez Vargas',
  },
  {
    code: 'BR',
    patterns: ['g f', 'g f f'],
    given: 'João Maria Pedro Ana Lucas Juliana Gabriel Fernanda Rafael Camila Bruno Patrícia Marcos Larissa Thiago',
    family:
      'Silva Santos Oliveira Souza Rodrigues Ferreira Alves Pereira Lima Gomes Costa Ribeiro Martins Carvalho Almeida',
  },
  {
    code: 'ES',
    patterns: ['g f f', 'g f'],
    given: 'Antonio Carmen Manuel Isabel Javier Lucía David Marta Daniel Cristina Alejandro Pilar Sergio Elena Pablo',
    family:
      'García Fernández González Rodríguez López Martínez Sánchez Pérez Martín Ruiz Jiménez Díaz Moreno Álvarez Romero',
  },
  {
    code: 'FR',
    patterns: ['g f'],
    given:
      'Jean Marie Pierre Sophie Nicolas Camille Julien Claire Thomas Isabelle Antoine Nathalie François Élodie Guillaume',
    family:
      'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Simon Laurent Lefebvre Michel Garcia Bertrand',
  },
  {
    code: 'DE',
    patterns: ['g f'],
    given: 'Thomas Sabine Michael Petra Andreas Claudia Stefan Katrin Jürgen Monika Lukas Hannah Markus Heike Günter',
    family:
      'Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Koch Bauer Richter Klein Wolf Schröder',
  },
  {
    code: 'PL',
    patterns: ['g f'],
    given:
      'Piotr Krzysztof Anna Katarzyna Andrzej Małgorzata Tomasz Agnieszka Paweł Barbara Marcin Ewa Michał Joanna Jakub',
    family:
      'Nowak Wójcik Kowalczyk Woźniak Mazur Krawczyk Kaczmarek Zając Król Wieczorek Jabłoński Dudek Stępień Pawlak',
  },
  {
    code: 'GB',
    patterns: ['g f', 'g m f'],
    given: 'Oliver Jack Harry Emily Charlotte James Sarah Helen Andrew Rebecca Christopher Laura Stephen Gemma Paul',
    middle: 'John Elizabeth James Louise Anne David',
    family:
      'Smith Jones Taylor Brown Williams Wilson Johnson Davies Robinson Wright Thompson Evans Walker White Roberts Green',
  },
  {
    code: 'US',
    patterns: ['g f', 'g i f'],
    given:
      'Michael Jennifer Christopher Jessica Matthew Ashley Joshua Amanda Daniel Brittany Robert Linda Kevin Nicole Brian',
    family:
      'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Anderson Taylor Moore Jackson Lee Harris',
  },
  {
    code: 'SA',
    patterns: ['g f', 'g m f'],
    given: 'Abdullah Fahad Turki Nasser Majed Bandar Sara Reem Lama Hind Yousef Saad Nawaf Abdulaziz Salman',
    middle: 'Mohammed Saud Ibrahim Saleh Khalid',
    family:
      'Al-Ghamdi Al-Qahtani Al-Otaibi Al-Harbi Al-Zahrani Al-Shehri Al-Dosari Al-Shammari Al-Mutairi Al-Anazi Al-Juhani',
  },
];
